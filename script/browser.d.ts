// What TypeScript can't know of our pages (tsconfig.json). Whoever looks an element up knows what it is: any may be
// asked for what only some have.

interface HTMLElement {
  cellIndex: number;
  checked: boolean;
  content: DocumentFragment;
  disabled: boolean;
  elements: HTMLFormControlsCollection & Record<string, HTMLInputElement>;
  files: FileList;
  form: HTMLFormElement;
  href: string;
  htmlFor: string;
  name: string;
  open: boolean;
  type: string;
  validity: ValidityState;
  value: string;
  close(): void;
  requestSubmit(): void;
  reset(): void;
  select(): void;
  showModal(): void;
  stepDown(): void;
  stepUp(): void;
  submit(): void;
}
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
  setAttribute(name: string, value: string | number | boolean): void;
}
interface Node {
  cloneNode(subtree?: boolean): this;
  contains(other: EventTarget | null): boolean;
}
interface EventTarget
  extends Pick<
    HTMLElement,
    | "classList"
    | "closest"
    | "dataset"
    | "enterKeyHint"
    | "files"
    | "form"
    | "matches"
    | "querySelector"
    | "scrollIntoView"
    | "scrollLeft"
    | "scrollTop"
    | "validity"
    | "value"
  > {}
interface Event {
  detail: any; // of htmx, and of the table's own events
  readonly request: Request; // of a worker, as are the next two
  respondWith(answer: Promise<Response>): void;
  waitUntil(done: Promise<any>): void;
}
interface Window {
  clients: any; // of a worker, as is the next one
  skipWaiting(): Promise<void>;
  htmx: any;
}
