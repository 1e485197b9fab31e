"""The search: an index that is built from the content, and its questions.

`indexing` writes the index (`tables`: what it is made of; `findable`: what can be found; `morphology`,
`thesaurus`: what words mean; `impacts`: how much a word says of an entry). `finding` answers queries from it
(`query`: what was meant; `lexicon`, `tokens`: words as both sides read them; `snippets`: what a hit shows).
`quality` measures it.
"""
