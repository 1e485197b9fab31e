"""The notebook of one player of «Алхимики»: what is known, what follows from it, what to do next."""
