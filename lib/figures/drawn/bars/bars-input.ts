export type BarsOption = {
  readonly id: string;
  /** A letter, say: it names the option's column of models. */
  readonly key: string;
  readonly label: string;
  readonly isGold: boolean;
  /** How many people chose it; their share comes from `people`. */
  readonly chosen: number;
};

export type BarsModel = {
  readonly id: string;
  readonly label: string;
  readonly kind: "model" | "selecting";
  /** One an option, in their order. */
  readonly probabilities: readonly (number | null)[];
  /** Which option it chose, by its place. */
  readonly choice: number | null;
  /** In place of its numbers, where it gave none. */
  readonly instead?: string;
  readonly href?: string;
};

export type BarsInput = {
  readonly options: readonly BarsOption[];
  /** How many people answered. */
  readonly people: number;
  readonly models: readonly BarsModel[];
  readonly words: {
    readonly people: string;
    readonly models: string;
    /** Beside the right option: never by colour alone. */
    readonly gold: string;
    /** Over its column of numbers, shorter. */
    readonly goldColumn: string;
    /** What the frame round a number means. */
    readonly choice: string;
    /** Over the choices, where there is no room for every option. */
    readonly choiceColumn: string;
  };
};
