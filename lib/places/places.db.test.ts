import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { searchPlaces } from "#lib/places/queries.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { makeAdmin, makePerson, viewerFor } from "#lib/testing/people.ts";

const draft = { sample: { seed: 1 } };
const makeStudy = (title: string) =>
  db.study.create({
    data: { slug: `study-${randomUUID()}`, title, draft },
    select: { id: true, slug: true },
  });

test("researchers find the studies they belong to and nobody else’s, no benchmark and no person", async () => {
  const word = `Harbour ${randomUUID().slice(0, 8)}`;
  const [admin, person] = [await makeAdmin(), await makePerson({ name: word })];
  const [own, other] = [await makeStudy(`${word} by night`), await makeStudy(`${word} by day`)];
  const benchmark = { slug: `bench-${randomUUID()}`, name: word };
  await db.benchmark.create({ data: benchmark });
  await addMember(admin, { studyId: own.id, userId: person.id });
  const ofResearcher = await searchPlaces(viewerFor({ ...person, role: "researcher" }), word.toUpperCase());
  expect(ofResearcher.map(({ href }) => href)).toEqual([`/studies/${own.slug}`]);
  const ofAdmin = await searchPlaces(admin, word);
  expect(ofAdmin.map(({ href }) => href)).toEqual([
    `/studies/${other.slug}`,
    `/studies/${own.slug}`,
    `/admin/benchmarks/${benchmark.slug}`,
    `/admin/people/${person.id}`,
  ]);
});

test("signs of a pattern are looked for as they are written, and without a text only studies come", async () => {
  const admin = await makeAdmin();
  const { slug } = await makeStudy("100% of_them");
  await makeStudy("1000 ofxthem");
  const found = await searchPlaces(admin, "0% of_");
  expect(found.map(({ href }) => href)).toEqual([`/studies/${slug}`]);
  expect(new Set((await searchPlaces(admin, "")).map(({ kind }) => kind))).toEqual(new Set(["study"]));
});
