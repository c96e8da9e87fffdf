// SPDX-License-Identifier: Apache-2.0
//
// How an intrinsic becomes a command: operands, events, the building blocks of pto/ops. Part of <pto/pto-inst.hpp>.
//
// An operand converts to a descriptor at the call, where its default argument captures the source location. Layouts and
// types are constants there, so the fast paths of <pto/tile.h> apply as in C.
#ifndef PTO_CPP_ISSUE_HPP
#define PTO_CPP_ISSUE_HPP

#include <pto/order.h>

#include <pto/tensor.hpp>
#include <pto/tile.hpp>

// Called where a kernel that is compiled for `--sync auto` waits for events of its own, so that its object tells.
extern "C" [[gnu::noinline]] inline void pto_cpp_waits_itself()
{
    asm volatile("");
}

namespace pto {

namespace detail {
PTO_INTERNAL void waits_itself()
{
    if constexpr (is_automatic) {
        pto_cpp_waits_itself();
    }
}
}  // namespace detail

// The completion of a command. Commands that get it wait for it on their own pipe.
struct RecordEvent {
    pto_event_t event = PTO_EVENT_DONE;

    // Blocks the scalar unit until the command is done.
    PTO_INTERNAL void Wait(const pto_loc_t *loc = PTO_CPP_LOC) const
    {
        const pto_event_t events[] = {event, PTO_NO_EVENT};
        detail::waits_itself();
        pto_tsync_at(loc, events);
    }
};

namespace detail {

// Copies a descriptor field by field. GCC 14 does not find constants that were copied to a member as a whole; then a call
// would decode its operands at run time. The binding must name all fields: with a new one this does not compile.
PTO_INTERNAL void put(pto_tile_t &to, const pto_tile_t &from)
{
    const auto &[address, rows, cols, valid_rows, valid_cols, pitch, loc, elem, blayout, slayout, pad, blocks, fractal16,
                 pad_bits] = from;
    to.address = address;
    to.rows = rows;
    to.cols = cols;
    to.valid_rows = valid_rows;
    to.valid_cols = valid_cols;
    to.pitch = pitch;
    to.loc = loc;
    to.elem = elem;
    to.blayout = blayout;
    to.slayout = slayout;
    to.pad = pad;
    to.blocks = blocks;
    to.fractal16 = fractal16;
    to.pad_bits = pad_bits;
}

struct tile_ref {
    const pto_loc_t *loc;
    pto_tile_t tile;

    template <class T>
        requires(is_tile_data_v<T> || T::is_filter)     // a ConvTile
    PTO_INTERNAL tile_ref(const T &t, const pto_loc_t *at = PTO_CPP_LOC) : loc(at)
    {
        put(tile, t.descriptor(at));
    }
};

PTO_INTERNAL void count_elements(pto_tile_t &tile)
{
    const int share = tile.elem == PTO_ELEM_E2M1X2 || tile.elem == PTO_ELEM_E1M2X2 ? 2 : 1;
    const bool left = tile.loc == PTO_LOC_LEFT;
    tile.rows *= left ? 1 : share, tile.valid_rows *= left ? 1 : share;
    tile.cols *= left ? share : 1, tile.valid_cols *= left ? share : 1;
}

// Takes the elements of src for those of dst, which are of the same size.
PTO_INTERNAL void take_elements(pto_tile_t &src, const pto_tile_t &dst)
{
    if (pto_elem_bytes[src.elem] == pto_elem_bytes[dst.elem] && pto_is_fp4(src.elem) == pto_is_fp4(dst.elem)) {
        src.elem = dst.elem;
    }
}
// Takes the valid region of dst from src, if that has room for it. Pairs are not elements.
PTO_INTERNAL void take_region(pto_tile_t &src, const pto_tile_t &dst)
{
    if (dst.valid_rows <= src.rows && dst.valid_cols <= src.cols && !pto_is_fp4(src.elem) && !pto_is_fp4(dst.elem)) {
        src.valid_rows = dst.valid_rows;
        src.valid_cols = dst.valid_cols;
    }
}

// A tile that may be absent.
struct tile_pointer {
    bool present = false;
    pto_tile_t tile = {};

    PTO_INTERNAL tile_pointer(std::nullptr_t) {}
    template <class T>
        requires is_tile_data_v<T>
    PTO_INTERNAL tile_pointer(const T *t, const pto_loc_t *at = PTO_CPP_LOC)
        : present(t != nullptr), tile(t ? t->descriptor(at) : pto_tile_t{})
    {
    }
    PTO_INTERNAL const pto_tile_t *get() const { return present ? &tile : nullptr; }
};

struct tensor_ref {
    const pto_loc_t *loc;
    pto_tensor_t tensor;

    template <class T>
        requires is_tensor<T>
    PTO_INTERNAL tensor_ref(const T &t, const pto_loc_t *at = PTO_CPP_LOC) : loc(at), tensor(t.descriptor())
    {
    }
};

// A scalar operand. It is converted to the element type of the tile that it is combined with.
struct scalar_ref {
    enum { FLOAT, INTEGER, BITS } kind;
    double number = 0;
    uint64_t bits = 0;
    pto_elem_t elem;

    template <class T>
        requires(elem_of<T> != PTO_ELEM_NUM)
    PTO_INTERNAL scalar_ref(T value) : elem(elem_of<T>)
    {
        if constexpr (std::is_integral_v<T>) {
            kind = INTEGER;
            bits = static_cast<uint64_t>(value);
        } else if constexpr (std::is_floating_point_v<T>) {
            kind = FLOAT;
            number = static_cast<double>(value);
        } else {
            kind = BITS;
            __builtin_memcpy(&bits, &value, sizeof value);
        }
    }

    template <class T>
    PTO_INTERNAL static pto_scalar_t of(T value, pto_elem_t elem)
    {
        pto_scalar_t scalar = {0, elem};
        __builtin_memcpy(&scalar.bits, &value, sizeof value);
        return scalar;
    }

    // Returns it as a value of its own type.
    PTO_INTERNAL pto_scalar_t plain() const { return kind == FLOAT ? of(number, PTO_ELEM_F64) : of(bits, elem); }

    // Returns it as an element of a tile, converted as C++ does.
    PTO_INTERNAL pto_scalar_t as(uint32_t wanted) const
    {
        const bool is_float = kind == FLOAT;
        switch (kind == BITS ? uint32_t(PTO_ELEM_NUM) : wanted) {
            case PTO_ELEM_F32:
                return of(is_float ? float(number) : float(int64_t(bits)), PTO_ELEM_F32);
#ifdef __FLT16_MANT_DIG__
            case PTO_ELEM_F16:
                return of(half(is_float ? number : double(int64_t(bits))), PTO_ELEM_F16);
#endif
            case PTO_ELEM_BF16:
                return of(pto_bf16_from_float(is_float ? float(number) : float(int64_t(bits))), PTO_ELEM_BF16);
            case PTO_ELEM_I8:
            case PTO_ELEM_U8:
            case PTO_ELEM_I16:
            case PTO_ELEM_U16:
            case PTO_ELEM_I32:
            case PTO_ELEM_U32:
            case PTO_ELEM_I64:
            case PTO_ELEM_U64:
                return integer(is_float ? uint64_t(int64_t(number)) : bits, wanted);
            default:
                return plain();
        }
    }

private:
    // Returns the lowest bytes, in the width of an element.
    PTO_INTERNAL static pto_scalar_t integer(uint64_t value, uint32_t wanted)
    {
        const uint32_t unused = 64 - 8 * pto_elem_bytes[wanted];
        return {value << unused >> unused, wanted};
    }
};

template <class T>
inline constexpr bool is_event = std::is_base_of_v<RecordEvent, T>;

PTO_INTERNAL pto_touch_t touch(const tile_ref &operand, bool write)
{
    return pto_touch_tile(&operand.tile, write);
}
PTO_INTERNAL pto_touch_t touch(const tile_pointer &operand, bool write)
{
    return pto_touch_tile(&operand.tile, write);
}
PTO_INTERNAL pto_touch_t touch(const tensor_ref &operand, bool write)
{
    return pto_touch_tensor(&operand.tensor, write);
}

// A command that is being built: the bytes it touches, and the events it waits for.
class command {
    static constexpr int max_touches = 8, max_events = 16;
    pto_touch_t touches_[max_touches];
    uint32_t num_ = 0;
    pto_event_t events_[PTO_ORDER_EVENTS + max_events];  // until the command is issued

public:
    template <class Ref>
    PTO_INTERNAL command &writes(const Ref &operand)
    {
        return touches(operand, true);
    }
    template <class Ref>
    PTO_INTERNAL command &reads(const Ref &operand)
    {
        return touches(operand, false);
    }
    // Makes the next tile instruction wait.
    template <class... Events>
    PTO_INTERNAL void after(const Events &...events)
    {
        if constexpr (is_automatic || sizeof...(Events) > 0) {
            collect(events...);
            pto_tile_after(events_);
        }
    }
    // Makes a pipe wait.
    template <class... Events>
    PTO_INTERNAL void wait(const pto_loc_t *loc, pto_pipe_t pipe, const Events &...events)
    {
        if constexpr (is_automatic || sizeof...(Events) > 0) {
            collect(events...);
            for (const pto_event_t *event = events_; event->pipe != PIPE_ALL; event++) {
                if (event->pipe != pipe) {  // a pipe runs its commands in order
                    pto_wait_event_at(loc, pipe, *event);
                }
            }
        }
    }
    PTO_INTERNAL RecordEvent issued(pto_event_t event)
    {
        if constexpr (is_automatic) {
            pto_order_issued(touches_, num_, event);
        }
        return {event};
    }

private:
    template <class... Events>
    PTO_INTERNAL void collect(const Events &...events)
    {
        static_assert(sizeof...(Events) <= max_events, "a command waits for at most 16 events");
        if constexpr (sizeof...(Events) > 0) {
            waits_itself();
        }
        uint32_t at = 0;
        if constexpr (is_automatic) {
            pto_order_before(touches_, num_, events_);
            while (events_[at].pipe != PIPE_ALL) {
                at++;
            }
        }
        ((events_[at++] = events.event), ...);
        events_[at] = PTO_NO_EVENT;
    }
    template <class Ref>
    PTO_INTERNAL command &touches(const Ref &operand, bool write)
    {
        if constexpr (std::is_same_v<Ref, tile_pointer>) {
            if (!operand.present) {
                return *this;
            }
        }
        if constexpr (is_automatic) {
            touches_[num_++] = touch(operand, write);
        }
        return *this;
    }
};

// Orders a command like one of another pipe, for kernels that synchronise with it so: behind its earlier commands, and
// ahead of later ones. PIPE_ALL is none.
PTO_INTERNAL void behind(const pto_loc_t *loc, pto_pipe_t pipe, pto_pipe_t own)
{
    if (is_automatic && pipe == PIPE_V) {
        // A gather reads what its own pipe, MTE2, has loaded: being in order does not make that complete.
        pto_order_behind_at(loc, PIPE_MTE2);
    } else if (!is_automatic && pipe != PIPE_ALL && pipe != PIPE_S) {
        pto_order_ahead_at(loc, own, pto_order_behind_at(loc, pipe));
    }
}
PTO_INTERNAL RecordEvent ahead(const pto_loc_t *loc, pto_pipe_t pipe, RecordEvent issued)
{
    if (!is_automatic && pipe != PIPE_ALL) {
        pto_order_ahead_at(loc, pipe, issued.event);
    }
    return issued;
}
PTO_INTERNAL pto_pipe_t padding(const pto_tile_t &tile) { return tile.loc == PTO_LOC_MAT ? PIPE_MTE2 : PIPE_ALL; }
PTO_INTERNAL pto_pipe_t moving(const pto_tile_t &dst, const pto_tile_t &src)
{
    const bool factors = dst.loc == PTO_LOC_SCALING && dst.elem != PTO_ELEM_E8M0 && src.loc == PTO_LOC_MAT;
    return factors ? PIPE_FIX : PIPE_ALL;
}

// Makes the scalar unit wait for commands on the bytes that it is about to touch itself.
PTO_INTERNAL void settle(const pto_loc_t *loc, pto_touch_t touched)
{
    if constexpr (is_automatic) {
        pto_event_t events[PTO_ORDER_EVENTS];
        pto_order_before(&touched, 1, events);
        pto_tsync_at(loc, events);
    }
}
template <class Ref>
PTO_INTERNAL void settle(const Ref &operand, bool write)
{
    settle(operand.loc, touch(operand, write));
}
PTO_INTERNAL void settle_tile(const pto_loc_t *loc, const pto_tile_t *tile, bool write)
{
    settle(loc, pto_touch_tile(tile, write));
}

PTO_INTERNAL pto_scalar_t to_scalar(uint64_t word)
{
    return {word, PTO_ELEM_U64};
}

}  // namespace detail

template <class... Events>
inline constexpr bool all_events_v = (detail::is_event<std::remove_cv_t<Events>> && ...);

}  // namespace pto

#endif
