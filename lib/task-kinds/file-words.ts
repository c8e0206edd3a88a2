import { z } from "zod";

/** A text as a line of a file gives it. */
export const fileWords = z
  .string("This has to be a text.")
  .refine((words) => !words.includes("\0"), "U+0000 can’t be stored: remove it.");
