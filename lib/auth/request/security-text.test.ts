import { expect, test } from "vitest";
import { securityText } from "#lib/auth/request/security-text.ts";

const now = new Date("2026-11-22T17:30:00Z");
const contact = "mailto:security@example.org";

test("security.txt has the fields of RFC 9116, and a day less than a year away", () => {
  const canonical = "https://study.example.org/.well-known/security.txt";
  expect(securityText({ contact, canonical, now })).toBe(
    `Contact: ${contact}\nExpires: 2026-12-23T00:00:00Z\nPreferred-Languages: en\nCanonical: ${canonical}\n`,
  );
});

test("without https it names no canonical address, which the standard wouldn't allow", () => {
  expect(securityText({ contact, canonical: "http://localhost:3000/x", now })).not.toContain("Canonical");
});
