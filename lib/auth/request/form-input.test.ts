import { expect, test } from "vitest";
import { z } from "zod";
import { readForm } from "#lib/auth/request/form-input.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { succeed } from "#lib/result.ts";

const input = z.object({
  name: z.string().optional(),
  reason: z
    .string()
    .transform((text) => text.replaceAll("\0", ""))
    .optional(),
  plan: jsonField(z.unknown()).optional(),
});

function send(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readForm(input, form);
}

test("what the database can't hold is refused at its field, unless the field's own schema took it out", () => {
  const plan = (text: string) => `{"tracks":[{"name":"${text}"}]}`;
  expect(send({ name: "李", reason: "a\0b", plan: plan("a\\u6587") })).toEqual(
    succeed({ name: "李", reason: "ab", plan: { tracks: [{ name: "a文" }] } }),
  );
  const refused = (field: string, why = "wrong_character") => ({
    ok: false,
    error: "invalid",
    fields: { [field]: why },
  });
  expect(send({ name: "a\0b" })).toEqual(refused("name"));
  expect(send({ plan: plan("\\u0000") })).toEqual(refused("plan"));
  expect(send({ plan: plan("\\ud83d") })).toEqual(refused("plan"));
  expect(send({ plan: '{"\\u0000":1}' })).toEqual(refused("plan"));
  expect(send({ plan: "[".repeat(100_000) + "]".repeat(100_000) })).toEqual(refused("plan", "too_deep"));
});
