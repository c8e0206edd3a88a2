import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import vm from "node:vm";
import { afterAll, expect, test } from "vitest";
import { run } from "#scripts/entry/run.mjs";
import { projectRoot } from "#scripts/project.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-docs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the command does it: React has no way to HTML under the condition that tests run with. */
const build = (out: string, from = projectRoot) =>
  run(process.execPath, ["scripts/docs.ts", "--out", out, "--from", from], {
    cwd: projectRoot,
    env: { ...process.env, NODE_OPTIONS: "" },
  });

const readAll = (root: string) => {
  const files = globSync("**/*", { cwd: root, withFileTypes: true }).filter((one) => one.isFile());
  return new Map(
    files.map((one) => {
      const place = path.join(one.parentPath, one.name);
      return [path.relative(root, place).split(path.sep).join("/"), readFileSync(place)];
    }),
  );
};

test("the site of this project is whole, loads nothing from elsewhere, and is the same each time", async () => {
  const [first = "", second = ""] = ["first", "second"].map((name) => path.join(folder, name));
  await Promise.all([build(first), build(second)]);
  const files = readAll(first);
  expect(readAll(second)).toEqual(files);

  const read = (file: string) => files.get(file)?.toString() ?? "";
  const html = [...files.keys()].filter((file) => file.endsWith(".html"));
  expect(html.length).toBeGreaterThan(45);
  const targets = html.flatMap((file) =>
    [...read(file).matchAll(/<(\w+) [^>]*?(?:href|src|srcset)="([^"]*)"/g)].map(
      ([, element, target = ""]) => ({
        file,
        element,
        target,
      }),
    ),
  );
  const isExternal = (target: string) => /^\w+:/.test(target);
  expect(targets.filter(({ element, target }) => isExternal(target) && element !== "a")).toEqual([]);
  const broken = targets.filter(({ file, target }) => {
    if (isExternal(target)) return false;
    const [place = "", anchor] = target.split("#");
    const linked = place === "" ? file : path.posix.join(path.posix.dirname(file), place);
    return (
      !files.has(linked) || (anchor !== undefined && !read(linked).includes(`id="${decodeURI(anchor)}"`))
    );
  });
  expect(broken).toEqual([]);
  expect(html.filter((file) => / style=|<style|<script>/.test(read(file)))).toEqual([]);
  expect(read("site.css")).not.toMatch(/url\(["']?\w+:/);

  type Section = { page: string; anchor: string };
  const site = vm.createContext({}) as { findSections: (index: unknown, query: string) => Section[] };
  for (const script of ["search-index.js", "search.js"]) vm.runInContext(read(script), site);
  const find = (query: string) =>
    site
      .findSections((site as { searchIndex?: unknown }).searchIndex, query)
      .map(({ page, anchor }) => `${page}#${anchor}`);
  expect(find("completion CODE")).toContain("docs/participants.html#hand-in");
  expect(find("完成码 已保存")).toContain("docs/zh/participants.html#提交");
  expect(find("no such word anywhere, qzx")).toEqual([]);
});

test("a link into nothing, a lost heading and a page without a link stop it with file and line", async () => {
  const root = path.join(folder, "project");
  mkdirSync(path.join(root, "docs"), { recursive: true });
  writeFileSync(path.join(root, "README.md"), "# Home\n\n[one](docs/one.md)\n\n* [gone](docs/gone.md)\n");
  writeFileSync(path.join(root, "docs/one.md"), "# One\n\n## Part\n\n[part](#part), [other](#other)\n");
  writeFileSync(path.join(root, "docs/alone.md"), "# Alone\n");
  await expect(build(path.join(folder, "none"), root)).rejects.toThrow(
    [
      "README.md:5: docs/gone.md isn't there",
      "docs/alone.md:1: no page links to it",
      "docs/one.md:5: docs/one.md has no heading #other",
    ].join("\n"),
  );
});

test("each Chinese page has the sections of the English one, and its commands", () => {
  const translated = globSync("docs/zh/*.md", { cwd: projectRoot });
  expect(translated).toHaveLength(2);
  for (const file of translated) {
    const [chinese, english] = [file, file.replace(/zh[\\/]/, "")].map((name) =>
      readFileSync(path.join(projectRoot, name), "utf8"),
    );
    const outlineOf = (text = "") => [...text.matchAll(/^(#+) /gm)].map(([, marks]) => marks);
    const commandsOf = (text = "") => text.match(/^ {4,}\S.*$/gm);
    expect(outlineOf(chinese), file).toEqual(outlineOf(english));
    expect(commandsOf(chinese), file).toEqual(commandsOf(english));
  }
});
