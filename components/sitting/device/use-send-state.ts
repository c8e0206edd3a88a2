import { useSyncExternalStore } from "react";
import type { Desk, SendState } from "#components/sitting/device/desk-types.ts";

const never = () => () => {};

/** Null until there is a desk. Apart from opening one, which weighs more than a first page should carry. */
export function useSendState(desk: Desk | null): SendState | null {
  return useSyncExternalStore(
    desk?.subscribe ?? never,
    () => desk?.state() ?? null,
    () => null,
  );
}
