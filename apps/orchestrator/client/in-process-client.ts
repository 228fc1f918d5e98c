// The command port inside one process: the same typed requests, dispatched over the buses; pulls are handed through.
import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  CommandClient,
  ControlClient,
  ExecutionClient,
  IngressClient,
  PayloadClient,
  QueryClient,
  ReviewClient,
} from '#contracts/commands';
import type { Orchestrator } from '../orchestrator.js';
import * as edge from '../handlers/edge-messages.js';

type Request<Method extends (...args: never[]) => unknown> = Parameters<Method>;

export class InProcessClient extends CommandClient {
  override readonly ingress: IngressClient;
  override readonly execution: ExecutionClient;
  override readonly review: ReviewClient;
  override readonly control: ControlClient;
  override readonly payloads: PayloadClient;
  override readonly queries: QueryClient;

  constructor(commands: CommandBus, queries: QueryBus, orchestrator: Orchestrator) {
    super();
    this.ingress = new Ingress(commands);
    this.execution = new Execution(commands, orchestrator);
    this.review = new Review(commands, orchestrator);
    this.control = new Control(commands);
    this.payloads = new Payloads(commands);
    this.queries = new Queries(queries);
  }
}

class Ingress extends IngressClient {
  constructor(private readonly bus: CommandBus) {
    super();
  }
  override submit(...[caller, message]: Request<IngressClient['submit']>) {
    return this.bus.execute(new edge.SubmitCommand(caller, message));
  }
  override post(...[caller, card]: Request<IngressClient['post']>) {
    return this.bus.execute(new edge.PostCommand(caller, card));
  }
}

class Execution extends ExecutionClient {
  constructor(
    private readonly bus: CommandBus,
    private readonly orchestrator: Orchestrator,
  ) {
    super();
  }
  override pull(...[caller, request, signal]: Request<ExecutionClient['pull']>) {
    return this.orchestrator.execution.pull(caller, request, signal);
  }
  override resume(...[caller, hostId]: Request<ExecutionClient['resume']>) {
    return this.bus.execute(new edge.ResumeCommand(caller, { hostId }));
  }
  override start(...[caller, target]: Request<ExecutionClient['start']>) {
    return this.bus.execute(new edge.StartCommand(caller, { target }));
  }
  override observe(...[caller, target, observationId, observation]: Request<ExecutionClient['observe']>) {
    return this.bus.execute(new edge.ObserveCommand(caller, { target, observationId, observation }));
  }
  override recordWorkspace(...[caller, target, record]: Request<ExecutionClient['recordWorkspace']>) {
    return this.bus.execute(new edge.RecordWorkspaceCommand(caller, { target, record }));
  }
  override settleCancel(...[caller, target, outcome]: Request<ExecutionClient['settleCancel']>) {
    return this.bus.execute(new edge.SettleCancelCommand(caller, { target, outcome }));
  }
}

class Review extends ReviewClient {
  constructor(
    private readonly bus: CommandBus,
    private readonly orchestrator: Orchestrator,
  ) {
    super();
  }
  override pull(...[caller, request, signal]: Request<ReviewClient['pull']>) {
    return this.orchestrator.review.pull(caller, request, signal);
  }
  override claim(...[caller, target, operationId]: Request<ReviewClient['claim']>) {
    return this.bus.execute(new edge.ClaimReviewCommand(caller, { target, operationId }));
  }
  override submitVerdict(...[caller, target, operationId, verdict]: Request<ReviewClient['submitVerdict']>) {
    return this.bus.execute(new edge.SubmitVerdictCommand(caller, { target, operationId, verdict }));
  }
}

class Control extends ControlClient {
  constructor(private readonly bus: CommandBus) {
    super();
  }
  override runControl(...[caller, request]: Request<ControlClient['runControl']>) {
    return this.bus.execute(new edge.RunControlCommand(caller, request));
  }
  override decideGate(...[caller, request]: Request<ControlClient['decideGate']>) {
    return this.bus.execute(new edge.DecideGateCommand(caller, request));
  }
  override changePriority(...[caller, request]: Request<ControlClient['changePriority']>) {
    return this.bus.execute(new edge.ChangePriorityCommand(caller, request));
  }
  override resolveBlocker(...[caller, request]: Request<ControlClient['resolveBlocker']>) {
    return this.bus.execute(new edge.ResolveBlockerCommand(caller, request));
  }
  override releaseLease(...[caller, request]: Request<ControlClient['releaseLease']>) {
    return this.bus.execute(new edge.ReleaseLeaseCommand(caller, request));
  }
  override initializePlanning(...[caller, request]: Request<ControlClient['initializePlanning']>) {
    return this.bus.execute(new edge.InitializeCommand(caller, request));
  }
  override acceptModelContract(...[caller, request]: Request<ControlClient['acceptModelContract']>) {
    return this.bus.execute(new edge.AcceptContractCommand(caller, request));
  }
}

class Payloads extends PayloadClient {
  constructor(private readonly bus: CommandBus) {
    super();
  }
  override register(...[caller, text]: Request<PayloadClient['register']>) {
    return this.bus.execute(new edge.RegisterTextCommand(caller, text));
  }
  override open(...[caller, request]: Request<PayloadClient['open']>) {
    return this.bus.execute(new edge.OpenTextCommand(caller, request));
  }
}

class Queries extends QueryClient {
  constructor(private readonly bus: QueryBus) {
    super();
  }
  override catalog(...[caller]: Request<QueryClient['catalog']>) {
    return this.bus.execute(new edge.CatalogQuery(caller, null));
  }
  override messages(...[caller, request]: Request<QueryClient['messages']>) {
    return this.bus.execute(new edge.RoomQuery(caller, request));
  }
  override diagnostics(...[caller, projectId]: Request<QueryClient['diagnostics']>) {
    return this.bus.execute(new edge.DiagnosticsQuery(caller, projectId));
  }
}
