import { z } from "zod";

/** A text as a line of a file gives it. */
export const fileWords = z.string("This must be text.").refine((words) => !words.includes("\0"), {
  error: "U+0000 can’t be stored. Remove it.",
  params: { problem: "null_character" },
});
