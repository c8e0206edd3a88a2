import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { giveFirstPassphrase } from "#lib/auth/secrets/noted-passphrase.ts";
import { renewOwnPassphrase } from "#lib/auth/secrets/own-secret.ts";
import { passphraseFrom } from "#lib/auth/secrets/participant-secrets.ts";
import { elsewhere, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const enter = (handle: string, secret: string) => enterBySecret({ handle, secret }, elsewhere());

test("the first passphrase is the form's: the same words however often it is sent, and they open the door", async () => {
  const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
  const given = await Promise.all([1, 2, 3].map(() => giveFirstPassphrase(person.id, form)));
  const words = given[0]?.passphrase ?? "";
  expect(words).toMatch(/^[a-z]+( [a-z]+){4}$/);
  for (const note of given) expect(note).toEqual(given[0]);
  expect(await enter(person.handle, words)).toMatchObject({ ok: true });
  expect(passphraseFrom(randomUUID(), "key")).not.toBe(words);
  expect(passphraseFrom(form, "another key")).not.toBe(words);
});

test("it takes no later one away, and isn't told once it opens nothing", async () => {
  const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
  await giveFirstPassphrase(person.id, form);
  const newer = expectValue(await renewOwnPassphrase(viewerFor({ ...person, role: "participant" }), ""));
  expect(await giveFirstPassphrase(person.id, form)).toBeNull();
  expect(await enter(person.handle, newer)).toMatchObject({ ok: true });
});

test("the same form is looked at a few times, and then no more", async () => {
  const [person, form] = [await makePerson({ role: "participant" }), randomUUID()];
  const first = await giveFirstPassphrase(person.id, form);
  for (let i = 0; i < 10; i++) expect(await giveFirstPassphrase(person.id, form)).toEqual(first);
  expect(await giveFirstPassphrase(person.id, form)).toBeNull();
  const other = await makePerson({ role: "participant" });
  expect(await giveFirstPassphrase(other.id, randomUUID())).not.toBeNull();
});
