import { z } from "zod";

/** A form's field that holds JSON. */
export const jsonField = <T extends z.ZodType>(type: T) =>
  z
    .string()
    .max(1_000_000)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: "not_json" });
        return z.NEVER;
      }
    })
    .pipe(type);
