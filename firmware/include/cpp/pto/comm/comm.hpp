// SPDX-License-Identifier: Apache-2.0
//
// Exchange with other ranks. Part of <pto/pto-inst.hpp>.
//
// Source: pto-isa `docs/isa/comm`.
#ifndef PTO_CPP_COMM_HPP
#define PTO_CPP_COMM_HPP

#include <pto/event.hpp>

namespace pto::comm {

enum class ReduceOp : uint8_t { Sum, Max, Min };
enum class NotifyOp : uint8_t { AtomicAdd, Set };
enum class WaitCmp : uint8_t { EQ, NE, GT, GE, LT, LE };

// The tensors of a group of ranks, in its order.
template <class Tensor>
struct ParallelGroup {
    static constexpr int max_ranks = 16;
    Tensor *tensors;
    int nranks;
    int rootIdx;

    PTO_INTERNAL ParallelGroup(Tensor *group, int size, int root) : tensors(group), nranks(size), rootIdx(root) {}
    PTO_INTERNAL int GetSize() const { return nranks; }
    PTO_INTERNAL int GetRootIdx() const { return rootIdx; }
    PTO_INTERNAL Tensor &operator[](int rank) { return tensors[rank]; }
};

// An asynchronous copy; here it is done when its call returns.
struct AsyncEvent {
    template <class Session>
    PTO_INTERNAL bool Wait(const Session &) const
    {
        return true;
    }
    template <class Session>
    PTO_INTERNAL bool Test(const Session &) const
    {
        return true;
    }
};
struct AsyncSession {
    bool valid = true;
};

template <AtomicType atomic = AtomicType::AtomicNone>
PTO_INST void TPUT(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref stage)
{
    detail::settle(src, false), detail::settle(dst, true), detail::settle(stage, true);
    pto_comm_copy_at(dst.loc, "comm.tput", &dst.tensor, &src.tensor, &stage.tile, detail::attr(atomic));
}
PTO_INST void TGET(detail::tensor_ref dst, detail::tensor_ref src, detail::tile_ref stage)
{
    detail::settle(src, false), detail::settle(dst, true), detail::settle(stage, true);
    pto_comm_copy_at(dst.loc, "comm.tget", &dst.tensor, &src.tensor, &stage.tile, PTO_STORE_PLAIN);
}
template <class Session>
PTO_INST AsyncEvent TPUT_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &, uint32_t = 0)
{
    detail::settle(src, false), detail::settle(dst, true);
    pto_comm_copy_async_at(dst.loc, false, &dst.tensor, &src.tensor);
    return {};
}
template <class Session>
PTO_INST AsyncEvent TGET_ASYNC(detail::tensor_ref dst, detail::tensor_ref src, const Session &, uint32_t = 0)
{
    detail::settle(src, false), detail::settle(dst, true);
    pto_comm_copy_async_at(dst.loc, true, &dst.tensor, &src.tensor);
    return {};
}

template <class Tensor>
PTO_INST void TREDUCE(ParallelGroup<Tensor> &group, detail::tensor_ref dst, detail::tile_ref acc,
                      detail::tile_ref stage, ReduceOp op)
{
    pto_tensor_t tensors[ParallelGroup<Tensor>::max_ranks];
    const pto_tensor_t *of[ParallelGroup<Tensor>::max_ranks];
    const int num = group.nranks < group.max_ranks ? group.nranks : group.max_ranks;
    for (int rank = 0; rank < num; rank++) {
        tensors[rank] = group[rank].descriptor();
        of[rank] = &tensors[rank];
        detail::settle(detail::tensor_ref(group[rank], dst.loc), false);
    }
    detail::settle(dst, true), detail::settle(acc, true), detail::settle(stage, true);
    pto_comm_treduce_at(dst.loc, &dst.tensor, &acc.tile, &stage.tile, of, static_cast<uint32_t>(num),
                        detail::attr(PTO_REDUCE_SUM, op));
}

}  // namespace pto::comm

#endif
