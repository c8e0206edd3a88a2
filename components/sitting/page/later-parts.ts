import { fetchDraftSending } from "#components/sitting/device/answer-store-types.ts";
import { readings } from "#components/task-kinds/registry.tsx";
import { lazyWithPreload } from "#components/ui/lazy-with-preload.ts";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";

// Whatever is fetched later is named here, in the page's own file: a group of files that names others begins with one more
// request.
export const fetchPace = () => import("#components/sitting/page/pace.tsx");
export const fetchKeysHelp = () => import("#components/sitting/keys/keys-help.tsx");
export const fetchRuntime = () => import("#components/sitting/page/lazy-runtime.ts");

export const KeysAtWork = lazyWithPreload(async () => (await fetchRuntime()).KeysAtWork);

/** Fetched by those pages alone whose study asks for it; the server draws it before it sends anything. */
const fetchConfidence = () => import("#components/sitting/case/confidence.tsx");
export const Confidence = lazyWithPreload(async () => (await fetchConfidence()).Confidence);
export const DoubtQuestion = lazyWithPreload(async () => (await fetchConfidence()).DoubtQuestion);

/** Whatever cases and overview will draw, so that none of it has to be waited for: the runtime is opened after it. */
export async function preloadParts(
  { confidence, mayGoBack }: Pick<CaseQuestions, "confidence" | "mayGoBack">,
  cases: readonly { asked: CaseQuestions }[],
) {
  const asked = confidence.ask === "off" ? [] : [Confidence, DoubtQuestion];
  if (!mayGoBack) void fetchDraftSending().catch(() => undefined);
  const shown = cases.map((one) => readings[one.asked.kind]);
  await Promise.all([KeysAtWork, ...asked, ...shown].map((part) => part.preload?.()));
  return asked.length > 0 ? (await fetchConfidence()).raiseDoubt : null;
}
