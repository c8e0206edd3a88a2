import en from "#lib/i18n/messages/en.json" with { type: "json" };
import type { FrozenWords } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const usual: Partial<Record<KindName, { sitting: object & { part?: { what: string } } }>> = en.taskKinds;

/** What stands above the first case of a kind: in the first language that has words of the study's own, or the usual ones. */
export const formatPart = (kind: KindName, texts: readonly Pick<FrozenWords, "parts">[]): string =>
  texts.map(({ parts }) => parts?.[kind]?.trim()).find(Boolean) ??
  usual[kind]?.sitting.part?.what ??
  en.sitting.part.what;
