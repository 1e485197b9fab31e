// What we use of Pyodide (pocket/runtime.py); its files lie beside ours in an edition.
export function loadPyodide(options: Record<string, unknown>): Promise<any>;
