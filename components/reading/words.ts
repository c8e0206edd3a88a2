import type { AppConfig } from "next-intl";

/** Passed in by the page, so that nothing here asks for messages: it is drawn on the server and in the browser. */
export type ReadingWords = {
  /** Names the dialogue, or the text, for who doesn't see it. */
  conversation: string;
  candidates: string;
  /** After a speaker's name: "Agnes thinks". */
  thinks: string;
  /** Read out, not shown, where a turn goes on from thought to speech. */
  says: string;
  /** Read out for the mark "?". */
  unknown: string;
  question: string;
  /** Unfold and fold all profiles. */
  more: string;
  less: string;
};

/** The same for the tools of a long text. */
export type ReaderWords = AppConfig["Messages"]["reader"];
