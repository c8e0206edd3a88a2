import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import type { ResultKind, PlannedKind, KindSpec, VariedKind } from "#lib/task-kinds/spec.ts";
import type {
  CaseFiles,
  PredictionFiles,
  PredictionScore,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import type { Layout, OwnValue, ShownPart, TaskKind } from "#lib/task-kinds/kind.ts";
import type { ModelQuestion } from "#lib/task-kinds/model-questions/question.ts";
import { scoreChoice, scoreNothing, optionResults } from "#lib/task-kinds/options/server-kind.ts";
import type { KindOwnData } from "#lib/task-kinds/own-data.ts";
import type { SimulatedKind } from "#lib/task-kinds/simulation.ts";

/** What a kind has of its own beside its spec. */
interface OwnKind<Content, Value extends OwnValue, Own>
  extends CaseFiles<Content, Own>, Pick<ExportedKind<Value>, "columns" | "peopleAsModel"> {
  predictions: PredictionFiles;
  simulate: SimulatedKind<Value>;
  /** Null where models are asked elsewhere alone, and their answers imported. */
  modelQuestion: ModelQuestion<Content> | null;
  takeAlong: KindOwnData<Content, Value>;
  /** Where arms of a study can show its cases otherwise. */
  varied?: VariedKind<Content>;
  arrange(content: Content, optionNames: readonly string[], layout: Layout): ShownPart<unknown>;
  /** Of what is shown, all that is read before one decides: the same in any order of options, and what stands beside those. */
  listWords(shown: Content): { passage: string; beside: readonly string[] };
}

/** What only the server knows of a kind, beside how its answers are stored. */
export interface ServerKind<Content = unknown, Value extends OwnValue = OwnValue, Own = unknown>
  extends OwnKind<Content, Value, Own>, PlannedKind, ResultKind<Value>, Pick<ExportedKind, "unlogged"> {
  name: string;
  /** What lib/metrics makes of a stored prediction. */
  scorePrediction(prediction: StoredPrediction, gold: number | null): PredictionScore;
}

const ofParts = {
  choice: { estimates: "shares", unlogged: null },
  set: { estimates: "shares", unlogged: "several", hasParts: true },
  scale: { estimates: "mean", unlogged: "number" },
  levels: { estimates: "levels", unlogged: "several", hasParts: true },
  side: { estimates: "wins", unlogged: "side", categoriesAre: "own" },
} as const satisfies Record<KindSpec["answer"]["decides"], Partial<ServerKind>>;

/** What follows from the spec alone. */
function readSpec({ name, answer, content = {}, filters = [], hasProfiles }: KindSpec) {
  const { decides, beside = {} } = answer;
  const { standard, noted = standard ?? null, context, question } = content;
  const others = Object.keys(beside);
  return {
    name,
    ...ofParts[decides],
    ...(others.length > 0 && { unlogged: "error" as const }),
    measures: [
      { id: "right", level: "binary", range: [0, 1] },
      ...others.map((id) => ({ id, level: "nominal", range: null }) as const),
    ],
    hasRight: decides === "choice",
    ordersOptions: (decides === "choice" || decides === "side") && standard === undefined,
    noted,
    filters,
    ...(hasProfiles && { hasProfiles }),
    ...(context !== undefined && { context }),
    ...(question !== undefined && { question }),
  } as const;
}

/** A kind that is answered by one of a case's options. */
export const makeOptionKind = <Content, Value extends OptionValue, Own>(
  spec: KindSpec,
  own: OwnKind<Content, Value, Own>,
): ServerKind<Content, Value, Own> => ({
  ...readSpec(spec),
  ...optionResults,
  asksProbabilities: true,
  score: (value, { choice: right }) => [
    spec.answer.decides === "scale" || value.choice === null || right === null
      ? null
      : Number(value.choice === right),
    ...Object.keys(spec.answer.beside ?? {}).map(
      (key) => ((value as OwnValue)[key] ?? null) as number | null,
    ),
  ],
  scorePrediction: spec.answer.decides === "scale" ? scoreNothing : scoreChoice,
  ...own,
});

/**
 * A kind whose answers decide several things each: no whole one is right or wrong, no two need be the same, and what is held
 * against each other is their parts.
 */
export const makeSeveralKind = <Content, Value extends OwnValue, Own>(
  spec: KindSpec,
  { decide }: TaskKind<Value>,
  own: OwnKind<Content, Value, Own> & Pick<ResultKind<Value>, "category">,
): ServerKind<Content, Value, Own> => ({
  ...readSpec(spec),
  asksProbabilities: false,
  score: () => [null],
  scorePrediction: scoreNothing,
  guess: () => 0,
  shownAt: () => null,
  sureOf: (value, said) => (decide(value) === null ? null : said),
  aggregate: () => ({ choice: null, tied: [], credit: null }),
  ...own,
});
