import type { ComponentType } from "react";
import type { StaffNotesProps } from "#components/task-kinds/kind.ts";
import { Origins } from "#components/task-kinds/pair/origins.tsx";
import { OptionTypes } from "#components/task-kinds/texts/chosen-types.tsx";
import { DrawnItems } from "#components/task-kinds/traits/staff-notes.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

const notes: Partial<Record<KindName, ComponentType<StaffNotesProps>>> = {
  texts: OptionTypes,
  pair: Origins,
  traits: DrawnItems,
};

/** What of a case's content no participant gets, beneath the case as they see it. */
export function StaffNotes({ kind, content }: StaffNotesProps & { kind: KindName }) {
  const KindNotes = notes[kind];
  return KindNotes ? <KindNotes content={content} /> : null;
}
