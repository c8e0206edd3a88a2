import { Confidence } from "#components/sitting/case/confidence.tsx";
import { confidencePart } from "#components/sitting/case/confidence-part.ts";
import { findContrary, mayAsk } from "#components/sitting/navigation/contrary.ts";
import { ContraryQuestion } from "#components/sitting/navigation/contrary-question.tsx";

confidencePart.now = Confidence;

/** What only a study needs that asks how sure people are. */
export const asking = { findContrary, mayAsk, ContraryQuestion };
