import { Confidence } from "#components/sitting/confidence.tsx";
import { confidencePart } from "#components/sitting/confidence-part.ts";
import { findContrary, mayAsk } from "#components/sitting/room/contrary.ts";
import { ContraryQuestion } from "#components/sitting/room/contrary-question.tsx";

confidencePart.now = Confidence;

/** What only a study needs that asks how sure people are. */
export const asking = { findContrary, mayAsk, ContraryQuestion };
