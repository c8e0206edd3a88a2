import type { ComponentType } from "react";
import { fetchDraftSending } from "#components/sitting/device/answer-store-types.ts";
import { readings } from "#components/task-kinds/registry.tsx";
import { lazyWithPreload } from "#components/ui/lazy-with-preload.ts";
import type { Asked } from "#lib/sittings/answers/schema.ts";

// Whatever is fetched later is named here, in the page's own file: a group of files that names others begins with one more
// request.
export const fetchPace = () => import("#components/sitting/page/pace.tsx");
export const fetchKeysHelp = () => import("#components/sitting/keys/keys-help.tsx");
export const fetchRuntime = () => import("#components/sitting/page/lazy-runtime.ts");
type Parts = Awaited<ReturnType<typeof fetchRuntime>>["laterParts"];

const later = <P extends object>(pick: (parts: Parts) => ComponentType<P>) =>
  lazyWithPreload(async () => pick((await fetchRuntime()).laterParts));

export const CaseViews = later((parts) => parts.CaseViews);
export const KeysAtWork = later((parts) => parts.KeysAtWork);
export const LazyBreak = later((parts) => parts.LazyBreak);
export const LazyPace = later((parts) => parts.LazyPace);
export const OverviewView = later((parts) => parts.OverviewView);
export const ReplacedAnswer = later((parts) => parts.ReplacedAnswer);
export const SendingLine = later((parts) => parts.SendingLine);
export const SittingWatch = later((parts) => parts.SittingWatch);
const runtimeParts = [
  CaseViews,
  KeysAtWork,
  LazyBreak,
  LazyPace,
  OverviewView,
  ReplacedAnswer,
  SendingLine,
  SittingWatch,
];

/** Fetched by those pages alone whose study asks for it; the server draws it before it sends anything. */
const fetchConfidence = () => import("#components/sitting/case/confidence.tsx");
export const Confidence = lazyWithPreload(async () => (await fetchConfidence()).Confidence);
export const DoubtQuestion = lazyWithPreload(async () => (await fetchConfidence()).DoubtQuestion);

/** Whatever cases and overview will draw, so that none of it has to be waited for: the runtime is opened after it. */
export async function preloadParts(
  { confidence, mayGoBack }: Pick<Asked, "confidence" | "mayGoBack">,
  cases: readonly { asked: Asked }[],
) {
  const asked = confidence.ask === "off" ? [] : [Confidence, DoubtQuestion];
  if (!mayGoBack) void fetchDraftSending().catch(() => undefined);
  const shown = cases.map((one) => readings[one.asked.kind]);
  await Promise.all([...runtimeParts, ...asked, ...shown].map((part) => part.preload?.()));
  return asked.length > 0 ? (await fetchConfidence()).raiseDoubt : null;
}
