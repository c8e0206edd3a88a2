import type { AppConfig } from "next-intl";
import type { KindName } from "#lib/task-kinds/registry.ts";

type Messages = AppConfig["Messages"];
type Words = { readonly [name: string]: string | Words };

/** What the pages of a sitting say where its cases are of this kind: the kind's own words stand in place of the usual ones. */
export function sayFor<M extends Pick<Messages, "taskKinds">>(kind: KindName, messages: M): M {
  const own: Partial<Record<KindName, Words>> = messages.taskKinds;
  const words = own[kind];
  return words ? (lay(messages, words) as M) : messages;
}

const lay = (usual: Words, own: Words): Words => ({
  ...usual,
  ...Object.fromEntries(
    Object.entries(own).map(([name, words]) => {
      const before = usual[name];
      return [name, typeof words === "object" && typeof before === "object" ? lay(before, words) : words];
    }),
  ),
});
