"use client";

import type { ComponentProps } from "react";
import { SendingState } from "#components/sitting/device/sending-state.tsx";
import { useAnswerStore } from "#components/sitting/device/use-answer-store.ts";

type Props = Omit<ComponentProps<typeof SendingState>, "store" | "addressOf"> & {
  sittingId: string;
  /** As the server has them, those that count. */
  cases: Parameters<typeof useAnswerStore>[1];
};

/** What of a sitting is stored, and what still lies on this device; it is sent from here, too. */
export const DeviceState = ({ sittingId, ...told }: Props) => (
  <SendingState
    {...told}
    store={useAnswerStore(sittingId, told.cases, !told.questions.mayGoBack)}
    addressOf={told.questions.mayGoBack ? (position) => `/sittings/${sittingId}/${position}` : null}
  />
);
