/** For each field the id of the list that it offers while one types. */
export type Suggestions = { tracks: string; languages: string; models: string; methods: string };

export type SuggestedValues = Readonly<Record<keyof Suggestions, readonly string[]>>;

export const listIds = (id: string): Suggestions => ({
  tracks: `${id}-tracks`,
  languages: `${id}-languages`,
  models: `${id}-models`,
  methods: `${id}-methods`,
});

/** Once for all rows. */
export function SuggestionLists({ lists, suggest }: { lists: Suggestions; suggest: SuggestedValues }) {
  return (Object.keys(lists) as (keyof Suggestions)[]).map((name) => (
    <datalist key={name} id={lists[name]}>
      {suggest[name].map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  ));
}
