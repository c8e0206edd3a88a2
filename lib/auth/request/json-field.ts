import { z } from "zod";
import { isTooDeep } from "#lib/files/json-text.ts";

/** A form's field that holds JSON. */
export const jsonField = <T extends z.ZodType>(type: T) =>
  z
    .string()
    .max(1_000_000)
    .transform((text, context): unknown => {
      const refuse = (message: string) => (context.addIssue({ code: "custom", message }), z.NEVER);
      try {
        const value: unknown = JSON.parse(text);
        return isTooDeep(value) ? refuse("too_deep") : value;
      } catch {
        return refuse("not_json");
      }
    })
    .pipe(type);
