import { lazy, type ComponentType } from "react";
import type { ConfidenceProps } from "#components/sitting/case/confidence.tsx";

/** Fetched by those pages alone whose study asks for it; the server draws it before it sends anything. */
const fetched = lazy(() =>
  import("#components/sitting/case/confidence.tsx").then(({ Confidence }) => ({ default: Confidence })),
);

/** Where it is there already, nothing waits for it: a case that is turned to is drawn at once. */
export const confidencePart: { now: ComponentType<ConfidenceProps> } = { now: fetched };
