import type { StopReason } from "#lib/endpoint-runs/schema.ts";

type Budget = { budgetMoney: number | null; budgetTokens: number | null; failuresInARow: number };
type SpentBudget = { money: number; tokens: number };

/** What a run has spent, over all its processes; the failures in a row are those of this one. */
export class Spending {
  readonly #budget: Budget;
  #spent: SpentBudget;
  #failures = 0;

  constructor(budget: Budget, before: SpentBudget) {
    this.#budget = budget;
    this.#spent = before;
  }

  add(money: number, tokens: number, hasFailed: boolean): void {
    this.#spent = { money: this.#spent.money + money, tokens: this.#spent.tokens + tokens };
    this.#failures = hasFailed ? this.#failures + 1 : 0;
  }

  /** Why no further call may begin; null while it may. */
  get stop(): StopReason | null {
    const { budgetMoney, budgetTokens, failuresInARow } = this.#budget;
    if (budgetMoney !== null && this.#spent.money >= budgetMoney) return "money";
    if (budgetTokens !== null && this.#spent.tokens >= budgetTokens) return "tokens";
    return this.#failures >= failuresInARow ? "failures" : null;
  }
}
