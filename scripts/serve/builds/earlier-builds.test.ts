import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepBuild, withEarlierBuilds } from "#scripts/serve/builds/earlier-builds.ts";
import { serve } from "#scripts/serve/testing/serve-listener.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 23);

function openFolders() {
  const root = mkdtempSync(path.join(tmpdir(), "benchside-builds-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = path.join(root, "data");
  mkdirSync(dataDir);
  const build = (id: string, files: Record<string, string>) => {
    const folder = path.join(root, id);
    mkdirSync(path.join(folder, "static", "chunks"), { recursive: true });
    writeFileSync(path.join(folder, "BUILD_ID"), `${id}\n`);
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, "static", name), text);
    return folder;
  };
  return { dataDir, build, kept: () => readdirSync(path.join(dataDir, "builds")).sort() };
}

async function serveBuild(buildFolder: string, dataDir: string) {
  const application = withEarlierBuilds(
    (request, response) => response.writeHead(404).end(`next: ${request.url}`),
    { buildFolder, dataDir },
  );
  return serve({ application, open: false });
}

test("a page of the build before, or of the next one during an upgrade, still gets its scripts from either process", async () => {
  const { dataDir, build } = openFolders();
  const old = build("old", { "chunks/a-1.js": "old()", "chunks/same.js": "same()" });
  const young = build("young", { "chunks/b.2.js": "young()", "chunks/same.js": "same()" });
  keepBuild(old, dataDir);
  keepBuild(young, dataDir);
  const [ofOld, ofYoung] = [await serveBuild(old, dataDir), await serveBuild(young, dataDir)];
  for (const [{ get }, file, text] of [
    [ofYoung, "a-1.js", "old()"],
    [ofOld, "b.2.js", "young()"],
  ] as const) {
    const answer = await get(`/_next/static/chunks/${file}?dpl=1`);
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "gzip",
      "content-type": "application/javascript; charset=UTF-8",
      "x-content-type-options": "nosniff",
    });
  }
  const plain = await ofYoung.get("/_next/static/chunks/a-1.js", {
    headers: { "accept-encoding": "identity, gzip;q=0" },
  });
  expect([plain.headers.get("content-length"), plain.headers.get("content-encoding")]).toEqual(["5", null]);
  expect(await (await ofYoung.get("/_next/static/chunks/a-1.js", { method: "HEAD" })).text()).toBe("");
});

test("what is the build’s own, what no build has, and what isn’t a file of a build is left to the application", async () => {
  const { dataDir, build } = openFolders();
  const own = build("own", { "chunks/own.js": "own()" });
  keepBuild(own, dataDir);
  writeFileSync(path.join(dataDir, "secrets.json"), "{}");
  const { get } = await serveBuild(own, dataDir);
  for (const asked of [
    "/_next/static/chunks/own.js",
    "/_next/static/chunks/unknown.js",
    "/_next/static/chunks",
    "/_next/static/../../secrets.json",
    "/_next/static/..%2f..%2fsecrets.json",
    "/_next/static/own/BUILD_ID",
  ])
    expect((await get(asked)).status, asked).not.toBe(200);
  expect((await get("/_next/static/chunks/own.js", { method: "POST" })).status).toBe(404);
});

test("three builds stay however old they are, ten at most, and the others for thirty days after their last start", () => {
  const { dataDir, build, kept } = openFolders();
  for (const [place, age] of [200, 100, 40, 31, 29].entries())
    keepBuild(build(`b${place}`, {}), dataDir, now - age * day);
  expect(kept()).toEqual(["b2", "b3", "b4"]);
  keepBuild(build("b5", {}), dataDir, now);
  expect(kept()).toEqual(["b3", "b4", "b5"]);
  for (let place = 10; place < 25; place++) keepBuild(build(`b${place}`, {}), dataDir, now + place);
  expect(kept()).toEqual(Array.from({ length: 10 }, (_, place) => `b${place + 15}`));
});

test("a build that is started again counts as new, and is not copied twice", () => {
  const { dataDir, build, kept } = openFolders();
  const first = build("first", {});
  keepBuild(first, dataDir, now - 90 * day);
  for (const id of ["second", "third"]) keepBuild(build(id, {}), dataDir, now - 60 * day);
  keepBuild(first, dataDir, now);
  keepBuild(build("fourth", {}), dataDir, now);
  expect(kept()).toHaveLength(3);
  expect(kept()).toContain("first");
  expect(existsSync(path.join(dataDir, "builds", "first", "chunks"))).toBe(true);
});
