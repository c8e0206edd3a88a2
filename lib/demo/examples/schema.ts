/** What stands ready beside the demo, in the order it is made and listed in. */
export const exampleNames = ["rating", "arms", "review", "curated", "card"] as const;
type ExampleName = (typeof exampleNames)[number];

/** Each is known by its title, so that it is made once. */
export const exampleTitles = {
  rating: "What is on their mind? Demo study of ratings",
  arms: "Who is speaking? Demo study with and without profiles",
  review: "Is it one thought? Demo review",
  curated: "Demo cases without the easiest",
} as const;

/** Where it is; null where it hasn't been made, or isn't finished. */
type Example = { name: ExampleName; path: string | null };
export type Examples = { examples: readonly Example[]; isBeingMade: boolean };

export const examplesKey = "demo examples";
