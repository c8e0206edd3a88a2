type PendingItem<Item, Outcome> = {
  given: Item;
  group: string;
  resolve: (kept: Outcome) => void;
  reject: (reason: unknown) => void;
};

type Settings<Item, Outcome> = {
  /** Answers each, in the order of what it is given. */
  run: (given: readonly Item[]) => Promise<readonly Outcome[]>;
  /** Only what has the same group goes together. */
  groupOf: (given: Item) => string;
  /** In which order: locks that several statements take are taken in one order. What is the same stays as it came. */
  orderOf: (given: Item) => string;
  /** Whether all that goes together fails by this, or each is to be tried by itself. */
  isForAll: (error: unknown) => boolean;
  atOnce: number;
  most: number;
  /** What takes longer than this waits for somebody: others don't wait with it. */
  slowMs: number;
};

/**
 * Statements that arrive while others are under way go together with the next, in one exchange and one transaction: the
 * more there is to do, the less each costs. Who comes alone goes alone, at once.
 */
export class Batcher<Item, Outcome> {
  readonly #settings: Settings<Item, Outcome>;
  #waiting: PendingItem<Item, Outcome>[] = [];
  #underWay = 0;

  constructor(settings: Settings<Item, Outcome>) {
    this.#settings = settings;
  }

  ask(given: Item): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      this.#waiting.push({ given, group: this.#settings.groupOf(given), resolve, reject });
      this.#begin();
    });
  }

  #begin(): void {
    const { atOnce, slowMs } = this.#settings;
    while (this.#underWay < atOnce && this.#waiting.length > 0) {
      this.#underWay += 1;
      let isCounted = true;
      const makeWay = () => {
        if (!isCounted) return;
        isCounted = false;
        this.#underWay -= 1;
        this.#begin();
      };
      const timer = setTimeout(makeWay, slowMs);
      void this.#answer(this.#takeNext()).then(() => {
        clearTimeout(timer);
        makeWay();
      });
    }
  }

  #takeNext(): PendingItem<Item, Outcome>[] {
    const { most, orderOf } = this.#settings;
    const [first] = this.#waiting;
    const next = this.#waiting.filter(({ group }) => group === first?.group).slice(0, most);
    const taken = new Set(next);
    this.#waiting = this.#waiting.filter((one) => !taken.has(one));
    const order = new Map(next.map((one) => [one, orderOf(one.given)]));
    return next.sort((a, b) =>
      (order.get(a) ?? "") < (order.get(b) ?? "") ? -1 : order.get(a) === order.get(b) ? 0 : 1,
    );
  }

  async #answer(batch: readonly PendingItem<Item, Outcome>[]): Promise<void> {
    const { run, isForAll } = this.#settings;
    try {
      const kept = await run(batch.map(({ given }) => given));
      if (kept.length !== batch.length) throw new Error("not as many outcomes as were asked for");
      batch.forEach(({ resolve }, at) => resolve(kept[at] as Outcome));
    } catch (error) {
      // Nothing of it is stored: the one that can't be must not take the others along.
      if (batch.length === 1 || isForAll(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#answer([one]);
    }
  }
}
