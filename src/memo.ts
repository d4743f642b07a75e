/**
 * Answers that are kept. The law behind `memoBy`: what is written alike is one object (readers intern properties, the cascade
 * its answers), so the same object is the same question, and an answer lives as long as what it was asked about.
 */

/** What `owner` was answered before, else what `make` says now. */
export const memoBy = <Owner extends object, Answer extends object>(
  known: WeakMap<Owner, Answer>,
  owner: Owner,
  make: () => Answer,
): Answer => {
  let answer = known.get(owner);
  if (answer === undefined) {
    answer = make();
    known.set(owner, answer);
  }
  return answer;
};

/** The last answers and no more: the one that was asked for the longest time ago goes first. */
export class LastAnswers<Question, Answer> {
  readonly #known = new Map<Question, Answer>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(question: Question): Answer | undefined {
    return this.#known.get(question);
  }

  set(question: Question, answer: Answer): void {
    this.#known.delete(question);
    this.#known.set(question, answer);
    if (this.#known.size <= this.#most) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
