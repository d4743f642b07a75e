/**
 * Answers that are kept. The law behind `memoBy`: what is written alike is one object (readers intern properties, the cascade
 * its answers), so the same object is the same question, and an answer lives as long as what it was asked about. For owners that
 * outlive a document (fonts, parts of a template); what lives with one document is kept with it (`Kept`).
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

/**
 * What is kept with an object that lives as long as one document: made when it is first asked for, and known by the function that makes
 * it. A WeakMap in a module would do, but a collection of the young takes what stands in one for living: each document that is
 * done would be carried along until the next full collection.
 */
export class Kept {
  readonly #known = new Map<() => object, object>();

  of<Answers extends object>(make: () => Answers): Answers {
    let answers = this.#known.get(make);
    if (answers === undefined) {
      answers = make();
      this.#known.set(make, answers);
    }
    return answers as Answers;
  }
}

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
