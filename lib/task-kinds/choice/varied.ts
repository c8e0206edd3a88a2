import type { ChoiceContent, Option } from "#lib/task-kinds/choice/schema.ts";
import type { VariedKind } from "#lib/task-kinds/variations.ts";

/** Where the turn stands that is asked about: the last without a speaker. */
const askedAt = (content: ChoiceContent): number =>
  content.form === "dialogue" ? content.turns.findLastIndex(({ speaker }) => speaker === null) : -1;

const cut = (content: ChoiceContent, turns: number): ChoiceContent =>
  content.form === "dialogue"
    ? { ...content, turns: content.turns.slice(Math.max(0, askedAt(content) - turns)) }
    : content;

/** Others in the places of all but the right one, each with what is said of it. */
function exchange(content: ChoiceContent, names: readonly string[], gold: number, drawn: readonly Option[]) {
  const others = drawn.values();
  const options = names.map((name, at): Option => {
    if (at === gold) return { name, profile: content.profiles[at] ?? null };
    const { value } = others.next();
    if (!value) throw new Error(`there are ${drawn.length} others for ${names.length} options`);
    return value;
  });
  return {
    content: { ...content, profiles: options.map(({ profile }) => profile) },
    names: options.map(({ name }) => name),
  };
}

export const variedChoice: VariedKind<ChoiceContent> = {
  countTurnsBefore(content) {
    const at = askedAt(content);
    return at < 0 ? null : at;
  },
  hasProfiles: ({ profiles }) => profiles.some((profile) => profile !== null),
  vary({ content, names, gold }, way) {
    if (way.by === "context") return { content: cut(content, way.turns), names };
    if (way.by === "profiles")
      return { content: { ...content, profiles: content.profiles.map(() => null) }, names };
    return exchange(content, names, gold, way.drawn);
  },
};
