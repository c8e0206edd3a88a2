import { useSyncExternalStore } from "react";
import type { AnswerStore, SendState } from "#components/sitting/device/answer-store-types.ts";

const never = () => () => {};

/** Null until there is a store. Apart from opening one, which weighs more than a first page should carry. */
export function useSendState(store: AnswerStore | null): SendState | null {
  return useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.state() ?? null,
    () => null,
  );
}
