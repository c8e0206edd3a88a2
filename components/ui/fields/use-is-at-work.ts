"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page's script is at work yet: before that, what somebody does to its own fields is lost. */
export const useIsAtWork = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
