"use client";

import type { ChangeEvent, ReactNode } from "react";
import { codeFields } from "#lib/task-kinds/label/value.ts";

/** Around boxes of codes: what was ticked last rules out what contradicts it. */
export const Ticked = ({ children }: { children: ReactNode }) => (
  <div onChange={untickContrary}>{children}</div>
);

const isCode = ({ name }: HTMLInputElement) => name.startsWith(`${codeFields.deciding}-`);
/** "None", and where it is offered that one can't read the case. */
const isAlone = ({ name }: HTMLInputElement) => name === codeFields.none || name === codeFields.deciding;

/** Before the form looks at what is ticked. */
function untickContrary({ target }: ChangeEvent<HTMLElement>): void {
  if (!(target instanceof HTMLInputElement) || !(isCode(target) || isAlone(target))) return;
  const { ticked, unticked } = target.dataset;
  target.dataset["said"] = (target.checked ? ticked : unticked) ?? "";
  if (!target.checked) return;
  for (const other of target.form?.elements ?? [])
    if (other instanceof HTMLInputElement && other !== target && (isCode(other) || isAlone(other)))
      if (isAlone(target) || isAlone(other)) other.checked = false;
}
