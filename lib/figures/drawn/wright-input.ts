/** A place on the line, in log-odds: an ability on its left, a difficulty on its right. */
export type WrightPlace = {
  readonly id: string;
  readonly label: string;
  readonly place: number;
  readonly href?: string;
};

export type WrightModel = WrightPlace & {
  readonly error: number;
  /** Beside its name: that it doesn't fit, or has all right. */
  readonly note?: string;
};

/** Cases of a kind look alike: filled by stratum, formed by track. */
export type WrightKind = {
  readonly label: string;
  readonly fill: "full" | "half" | "none";
  readonly form: "circle" | "square" | "diamond" | "triangle";
};

export type WrightInput = {
  readonly people: readonly WrightPlace[];
  readonly models: readonly WrightModel[];
  readonly kinds: readonly WrightKind[];
  /** Each with the place of its kind among those. */
  readonly cases: readonly (WrightPlace & { readonly kind: number })[];
  readonly words: {
    readonly axis: string;
    readonly models: string;
    readonly people: string;
    readonly cases: string;
    /** Where more than can be drawn are counted in bars. */
    readonly counted: string;
  };
};
