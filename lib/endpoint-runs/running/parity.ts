import type { OpenRun } from "#lib/endpoint-runs/running/open-run.ts";
import { orderSeedOf } from "#lib/endpoint-runs/running/question.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { listFields } from "#lib/prompt-templates/template.ts";
import { requireModelQuestion } from "#lib/task-kinds/server-registry.ts";

export type Sent = {
  /** Of each kind that was asked about, the parts of its cases that were sent. */
  parts: ReadonlyMap<KindName, ReadonlySet<string>>;
  /** Cases that have an answer, but not in each order of their options. */
  inSomeOrders: number;
};

/** What the model had before it, as this product sent it. */
export function describeParity({ settings, unheeded, template, told }: OpenRun, sent: Sent): RunParity {
  const { samples, temperature, shots } = settings;
  const drawn = temperature === null || unheeded.has("temperature") ? "" : ` Temperature ${temperature}.`;
  const shown = shots === 0 ? "" : ` Before it ${shots} ${nameShots(settings)}.`;
  const several = samples > 1 ? ` ${samples} samples a ${settings.isGrouped ? "group" : "case"}.` : "";
  const kinds = [...sent.parts.keys()].map((kind) => ({ kind, question: requireModelQuestion(kind) }));
  const isMixed = kinds.length > 1;
  const instructed = kinds.map(({ kind, question }) =>
    question.needsPrompt
      ? `${isMixed ? `${kind}: ` : ""}${template ? nameTemplate(template) : `${isMixed ? "the" : "The"} case’s own prompt, to the byte${settings.orders > 1 ? " but for the order of its candidates" : ""}`}`
      : `${isMixed ? `${kind}: ` : ""}Benchside’s own wording, which is no paper’s: ${(settings.isGrouped ? question.together : question)?.instructions}`,
  );
  const seen = kinds.map(({ kind, question }) => {
    const isOwn = question.needsPrompt && template === null;
    const shown =
      template && question.needsPrompt ? listFields(template.parts) : (sent.parts.get(kind) ?? []);
    const parts = isOwn ? "what the prompt holds" : [...shown].join(", ");
    return isMixed ? `${kind}: ${parts}` : isOwn ? "What the prompt holds" : `Parts: ${parts}`;
  });
  const orders = kinds.map(({ kind, question }) => {
    const isDrawn = question.optionOrder === "random";
    const order = isDrawn
      ? `drawn for each case and sample, seed ${orderSeedOf(settings)}`
      : settings.orders > 1
        ? nameOrders(settings, template !== null, sent.inSomeOrders)
        : "as in the file";
    return isMixed ? `${kind}: ${order}` : order.charAt(0).toUpperCase() + order.slice(1);
  });
  return {
    instructions: `${instructed.join("; ")}${nameTold(told)}, as one user message${settings.isGrouped ? " a group" : ""}; no system message.${shown}${drawn}${several}`,
    context: `${seen.join("; ")}.`,
    tools: "None.",
    optionOrder: `${orders.join("; ")}.`,
  };
}

const nameTold = ({ en, "zh-CN": zh }: OpenRun["told"]): string =>
  en === "" && zh === ""
    ? ""
    : ` after the words of an arm of the study: “${[...new Set([en, zh])].join("” / “")}”`;

const nameTemplate = ({ name, number, sha256 }: NonNullable<OpenRun["template"]>) =>
  `Benchside’s template “${name}”, version ${number} (SHA-256 ${sha256}), with what the case holds put in`;

function nameOrders(settings: OpenRun["settings"], isByTemplate: boolean, inSomeOrders: number): string {
  const moved = isByTemplate
    ? ""
    : "; a candidate moves with all that stands below it, numbers stay in place";
  const some =
    inSomeOrders === 0
      ? ""
      : `; cases that lack an answer in some of them (${inSomeOrders}): over the others`;
  return `the mean over ${settings.orders} orders of each case: the file’s, then others drawn by seed ${orderSeedOf(settings)}${moved}${some}`;
}

/** Which cases were shown, and with what. */
function nameShots(settings: OpenRun["settings"]): string {
  const { areShotsPerCase, areShotsAnalysed, shotsSeed, shotsRunId, shots, orders } = settings;
  const cases = shots === 1 ? "other case of its track" : "other cases of its track";
  const option = areShotsAnalysed
    ? "an analysis written by hand and the right option as its answer"
    : "the right option as its answer";
  const answered = shotsRunId === null ? option : "a run’s right answer, whole";
  return `${cases}, each with ${answered}, ${areShotsPerCase ? "others for each case" : "the same for all"}, drawn by seed ${shotsSeed}${orders > 1 ? ", with options as in the file" : ""}`;
}
