"use server";

import { refresh } from "next/cache";
import { defineAction } from "#lib/auth/define-action.ts";
import * as benchmarks from "#lib/benchmarks/mutations.ts";
import { benchmarkEdit, benchmarkInput, categoriesInput, publishedInput } from "#lib/benchmarks/schema.ts";
import { succeed } from "#lib/result.ts";

const admins = ["admin"] as const;

export const createBenchmark = defineAction(admins, benchmarkInput, async (viewer, given) => {
  const { slug } = await benchmarks.createBenchmark(viewer, given);
  refresh();
  return succeed({ slug });
});

export const declareCategories = defineAction(
  admins,
  categoriesInput,
  async (viewer, { slug, track, categories, names }) => {
    const categoryNames = categories === "own" ? [] : names;
    const declared = await benchmarks.declareCategories(viewer, slug, track, { categories, categoryNames });
    if (declared.ok) refresh();
    return declared;
  },
);

export const declarePublished = defineAction(admins, publishedInput, async (viewer, { slug, paper }) => {
  const declared = await benchmarks.declarePublished(viewer, slug, paper);
  if (declared.ok) refresh();
  return declared;
});

export const editBenchmark = defineAction(admins, benchmarkEdit, async (viewer, { slug, ...given }) => {
  const edited = await benchmarks.editBenchmark(viewer, slug, given);
  if (edited.ok) refresh();
  return edited;
});
