import type { AppConfig } from "next-intl";
import type { SittingWords } from "#components/sitting/words.ts";

type Messages = AppConfig["Messages"];

/** What the cases and their overview say. */
export type RoomWords = {
  sitting: Pick<
    SittingWords,
    "case" | "extra" | "keys" | "missing" | "optional" | "overview" | "own" | "reading"
  >;
  room: Messages["room"];
  sending: Messages["sending"];
};

/** Of all messages, those that the room needs: every other would travel in vain. */
export function pickRoomWords({ sitting, room, sending }: Messages): RoomWords {
  const { case: ofCase, extra, keys, missing, optional, overview, own, reading } = sitting;
  return {
    sitting: { case: ofCase, extra, keys, missing, optional, overview, own, reading },
    room,
    sending,
  };
}
