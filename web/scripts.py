"""How our scripts name what they import: at the beginning of a line, `import { one } from "./page.js";`."""

IMPORT = r'(?m)^(?P<matched>(?P<names>import\b[^;"]*)"(?P<url>[./][^"]+)";)'
