import type { AnswerStore } from "#components/sitting/device/answer-store-types.ts";
import { askState } from "#components/sitting/device/sending.ts";

/** Asks what other devices did since it was asked last, whenever somebody turns to another page. */
export function openNews(
  sittingId: string,
  { state, learn, isUnacknowledged }: Pick<AnswerStore, "state" | "learn" | "isUnacknowledged">,
): () => Promise<void> {
  let asOf: string | undefined;
  return async () => {
    if (state().kind === "waiting") return;
    const told = await askState(sittingId, asOf);
    if (told === null || typeof told === "string") return;
    asOf = told.asOf;
    // What waits here is told what counts when it arrives there.
    learn(told.answers.filter(({ position }) => !isUnacknowledged(position)));
  };
}
