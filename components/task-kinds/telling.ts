import type { KindTelling } from "#components/task-kinds/kind.ts";
import { nameByPlace, nameDecision } from "#components/task-kinds/options/names.ts";
import { PracticeFeedback } from "#components/task-kinds/options/practice-feedback.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

const optionTelling: KindTelling = { Feedback: PracticeFeedback, nameDecision, nameByPlace };
const kinds: Record<KindName, KindTelling> = { choice: optionTelling };

export const tellingOf = (kind: KindName): KindTelling => kinds[kind];
