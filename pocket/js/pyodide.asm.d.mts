// The part of Pyodide that a worker can't import by itself.
declare const createPyodideModule: unknown;
export default createPyodideModule;
