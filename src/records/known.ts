import type { Instance, Response } from '../schema/records.ts';

const SEP = '\u0000';

/** What the instances and responses read so far allow other records to refer to. Ids only: no texts are held. */
export class Known {
  private readonly instances = new Map<string, number>();
  private readonly splitOf: number[] = [];
  private readonly splits: string[] = [];
  private readonly responses = new Map<string, number>();
  /** Instances of each split, by split. */
  readonly splitSizes = new Map<string, number>();

  /** Instances that are not used, so that what belongs to them is not called unknown. */
  private readonly leftOut = new Set<string>();

  leaveOut(id: string): void {
    this.leftOut.add(id);
  }

  wasLeftOut(id: string): boolean {
    return this.leftOut.has(id);
  }

  get instanceCount(): number {
    return this.instances.size;
  }

  get responseCount(): number {
    return this.responses.size;
  }

  /** False when there is an instance of this name already. */
  addInstance({ instance, split }: Instance): boolean {
    if (this.instances.has(instance)) return false;
    let at = this.splits.indexOf(split);
    if (at < 0) at = this.splits.push(split) - 1;
    this.splitOf[this.instances.size] = at;
    this.instances.set(instance, this.instances.size);
    this.splitSizes.set(split, (this.splitSizes.get(split) ?? 0) + 1);
    return true;
  }

  /** False when this instance has a response of this name (under this condition) already. */
  addResponse({ instance, response, condition }: Response): boolean {
    const key = condition === undefined ? instance + SEP + response : instance + SEP + response + SEP + condition;
    if (this.responses.has(key)) return false;
    this.responses.set(key, this.responses.size);
    return true;
  }

  /** Number of an instance, from 0; undefined when unknown. */
  instance(id: string): number | undefined {
    return this.instances.get(id);
  }

  /** Number of a response, from 0; undefined when unknown. */
  response(instance: string, response: string): number | undefined {
    return this.responses.get(instance + SEP + response);
  }

  split(instance: number): string {
    return this.splits[this.splitOf[instance] ?? -1] ?? '';
  }
}
