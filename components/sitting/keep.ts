import type { FormEvent } from "react";

/** React empties a form once its action has run, refused or not. What somebody answered stays; a page left is gone anyway. */
export const keep = (event: FormEvent): void => event.preventDefault();
