import type { CaseFiles } from "#lib/task-kinds/case-files.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import type { Layout, OwnValue, ShownPart } from "#lib/task-kinds/kind.ts";
import type { ModelQuestion } from "#lib/task-kinds/model-questions/question.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";
import type { PlannedKind } from "#lib/task-kinds/plans.ts";
import type { ResultKind } from "#lib/task-kinds/results.ts";
import type { SimulatedKind } from "#lib/task-kinds/simulation.ts";
import type { VariedKind } from "#lib/task-kinds/variations.ts";

/** What only the server knows of a kind, beside how its answers are stored. */
export interface ServerKind<Content = unknown, Value extends OwnValue = OwnValue, Own = unknown>
  extends CaseFiles<Content, Own>, PlannedKind, ResultKind<Value>, ExportedKind<Value> {
  name: string;
  simulate: SimulatedKind<Value>;
  /** Null where models are asked elsewhere alone, and their answers imported. */
  modelQuestion: ModelQuestion<Content> | null;
  takeAlong: TakenKind<Content, Value>;
  /** Where arms of a study can show its cases otherwise. */
  varied?: VariedKind<Content>;
  arrange(content: Content, optionNames: readonly string[], layout: Layout): ShownPart<unknown>;
  /** Of what is shown, all that is read before one decides: the same in any order of options, and what stands beside those. */
  listWords(shown: Content): { passage: string; beside: readonly string[] };
}
