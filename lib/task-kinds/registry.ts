import { choice } from "#lib/task-kinds/choice/kind.ts";
import { codes } from "#lib/task-kinds/codes/kind.ts";
import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { label } from "#lib/task-kinds/label/kind.ts";
import { pair } from "#lib/task-kinds/pair/kind.ts";
import { rating } from "#lib/task-kinds/rating/kind.ts";
import { traits } from "#lib/task-kinds/traits/kind.ts";
import { texts } from "#lib/task-kinds/texts/kind.ts";

const kinds = { choice, texts, rating, pair, traits, label, codes } as const;

/** What a study can ask. */
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]];

export const kindOf = (name: KindName): TaskKind => kinds[name];

/** What is only read: a case of a review, which no study can serve and no model answers. */
export const readKinds = ["document"] as const;
export type ReadKind = (typeof readKinds)[number];

/** What a case of a benchmark can be. */
export type CaseKind = KindName | ReadKind;
export const caseKinds: readonly [CaseKind, ...CaseKind[]] = [...kindNames, ...readKinds];

export const isAsked = (kind: CaseKind): kind is KindName => Object.hasOwn(kinds, kind);
