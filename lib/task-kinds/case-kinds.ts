import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";

// Apart from what can be asked: a participant's page has no use for the rest.

/** What is only read: a case of a review, which no study can serve and no model answers. */
export const readKinds = ["document"] as const;
export type ReadKind = (typeof readKinds)[number];

/** What a case of a benchmark can be. */
export type CaseKind = KindName | ReadKind;
export const caseKinds: readonly [CaseKind, ...CaseKind[]] = [...kindNames, ...readKinds];

export const isAsked = (kind: CaseKind): kind is KindName => (kindNames as readonly string[]).includes(kind);

/** The attribute that several cases share which ask the same, in other words or with other options. */
export const questionAttribute = "question_id";
