import type { AppConfig } from "next-intl";
import type { Locale } from "#lib/i18n/locale.ts";
import type { SittingWords } from "#components/sitting/words.ts";

type Messages = AppConfig["Messages"];

/** What the cases and their overview say. */
export type RoomWords = {
  /** Which they are in. */
  language: Locale;
  sitting: Pick<
    SittingWords,
    "case" | "extra" | "keys" | "missing" | "optional" | "overview" | "own" | "reading"
  >;
  room: Messages["room"];
  sending: Messages["sending"];
  /** What leads to reporting a passage. */
  report: string;
};

/** Of all messages, those that the room needs: every other would travel in vain. */
export function pickRoomWords({ sitting, room, sending, passage }: Messages, language: Locale): RoomWords {
  const { case: ofCase, extra, keys, missing, optional, overview, own, reading } = sitting;
  return {
    language,
    sitting: { case: ofCase, extra, keys, missing, optional, overview, own, reading },
    room,
    sending,
    report: passage.link,
  };
}
