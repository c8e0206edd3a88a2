import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";

/** What a browser takes for a step upwards can stand in no address. */
export const isAddressable = (text: string): boolean => text !== "." && text !== "..";

/** What the parts of a plan are made of: their refusals are codes, which the screens word. */
export const text = (most: number) => z.string().max(most, "too_long").regex(withoutNul, "wrong_character");
export const line = (most: number) => text(most).trim().min(1, "empty");
export const whole = (least: number, most: number) =>
  z.int("whole").min(least, "too_small").max(most, "too_large");

export const inLanguages = (most: number) =>
  z.strictObject({ en: text(most).trim().default(""), "zh-CN": text(most).trim().default("") });

/** Names a column of the export, or a field of a form. */
export const fieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "wrong_key");
